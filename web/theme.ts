import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import input from './kit/input.module.css'
import overlay from './kit/overlay.module.css'

const ramp = (name: string) =>
  Array.from({ length: 10 }, (_, step) => `var(--${name}-${step})`) as unknown as MantineColorsTuple

const controls = { size: 'md' }

export const theme = createTheme({
  colors: {
    peacock: ramp('peacock'),
    marigold: ramp('marigold'),
    gray: ramp('gray'),
    dark: ramp('dark'),
    leaf: ramp('leaf'),
    brick: ramp('brick'),
  },
  primaryColor: 'peacock',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  black: '#091619',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font-body)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '700' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.1875rem', xl: '1.5rem' },
  lineHeights: { md: '1.6' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '18px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '30em', sm: '47.5em', md: '64em', lg: '75em', xl: '100em' },
  shadows: { md: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  components: {
    Input: { defaultProps: controls, classNames: { wrapper: input.wrapper, input: input.input } },
    InputWrapper: {
      defaultProps: {
        ...controls,
        inputWrapperOrder: ['label', 'description', 'input', 'error'],
        withAsterisk: false,
      },
      classNames: { label: input.label, description: input.hint, error: input.error },
    },
    Modal: {
      defaultProps: { lockScroll: false, centered: true, radius: 'xl', size: 520, padding: 24 },
      classNames: { content: overlay.content, title: overlay.title, overlay: overlay.shade },
    },
    Drawer: {
      defaultProps: { lockScroll: false, position: 'right', size: 320 },
      classNames: { content: overlay.content, title: overlay.title, overlay: overlay.shade },
    },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Checkbox: { defaultProps: { radius: 'sm' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
})

const semantic = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-2)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-2)',
  '--mantine-color-disabled': 'var(--border)',
  '--mantine-color-disabled-color': 'var(--text-2)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-primary-color-light': 'var(--primary-soft)',
  '--mantine-primary-color-light-hover': 'var(--primary-soft-2)',
  '--mantine-primary-color-light-color': 'var(--on-primary-soft)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: semantic,
  dark: semantic,
})

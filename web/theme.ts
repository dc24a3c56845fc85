import { createTheme, type MantineColorsTuple } from '@mantine/core'
import input from './kit/input.module.css'
import overlay from './kit/overlay.module.css'

const ramp = (name: string) =>
  Array.from({ length: 10 }, (_, step) => `var(--${name}-${step})`) as unknown as MantineColorsTuple

const dialog = {
  lockScroll: false,
  transitionProps: { duration: 120 },
}
const dialogParts = { content: overlay.content, title: overlay.title, overlay: overlay.shade }

/** Colours, sizes and radii are variables: `mantine.css` gives them our tokens. */
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
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: {
      defaultProps: { size: 'md' },
      classNames: { wrapper: input.wrapper, input: input.input },
    },
    InputWrapper: {
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        inputWrapperOrder: ['label', 'description', 'input', 'error'],
      },
      classNames: { label: input.label, description: input.hint, error: input.error },
    },
    Modal: {
      defaultProps: { ...dialog, centered: true, radius: 'xl', size: 520, padding: 24 },
      classNames: dialogParts,
    },
    Drawer: { defaultProps: { ...dialog, position: 'right', size: 320 }, classNames: dialogParts },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Checkbox: { defaultProps: { radius: 'sm', size: 'sm' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
})

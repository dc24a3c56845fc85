import { createTheme, type MantineColorsTuple } from '@mantine/core'
import inputCss from './input.module.css'
import overlayCss from './overlay.module.css'

const toColorRamp = (name: string) =>
  Array.from({ length: 10 }, (_, step) => `var(--${name}-${step})`) as unknown as MantineColorsTuple

// A scroll lock of Mantine's would add a style element; `base.css` locks the page instead.
const dialog = { lockScroll: false, transitionProps: { duration: 120 } }
const dialogParts = {
  content: overlayCss.content,
  title: overlayCss.title,
  overlayCss: overlayCss.shade,
}
const modal = {
  defaultProps: { ...dialog, centered: true, radius: 18, size: 520 },
  classNames: dialogParts,
}
const drawer = {
  defaultProps: { ...dialog, position: 'right', size: 320 },
  classNames: dialogParts,
}

/** Colours, sizes and radii are variables: `mantine.css` gives them our tokens. */
export const theme = createTheme({
  colors: {
    peacock: toColorRamp('peacock'),
    marigold: toColorRamp('marigold'),
    gray: toColorRamp('gray'),
    dark: toColorRamp('dark'),
    leaf: toColorRamp('leaf'),
    brick: toColorRamp('brick'),
  },
  primaryColor: 'peacock',
  primaryShade: { light: 7, dark: 4 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: {
      defaultProps: { size: 'md' },
      classNames: { wrapper: inputCss.wrapper, inputCss: inputCss.input },
    },
    InputWrapper: {
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        inputWrapperOrder: ['label', 'description', 'input', 'error'],
      },
      classNames: { label: inputCss.label, description: inputCss.hint, error: inputCss.error },
    },
    Modal: modal,
    ModalRoot: modal,
    Drawer: drawer,
    DrawerRoot: drawer,
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Checkbox: { defaultProps: { radius: 'sm', size: 'sm' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
})

/** Made by web/client/stand-ins.ts and web/client/popover.ts where they are missing. */
export const standIns: readonly string[] = [
  ...['.toReversed', '.toSorted', '.toSpliced', '.with', '.toWellFormed'],
  ...['Map.groupBy', 'URL.parse', 'AbortSignal.timeout'],
  ...['.togglePopover', 'popover=', 'popovertarget=', '.inert', 'inert='],
]

type Exception = {
  readonly names: readonly string[]
  /** Without one, everywhere. */
  readonly in?: RegExp
  /** The consequence for somebody whose browser lacks it. */
  readonly because: string
}

const exceptions: readonly Exception[] = [
  { names: standIns, because: 'a stand-in' },
  { names: ['text-wrap'], because: 'lines break elsewhere' },
  { names: ['forced-color-adjust'], because: 'Safari has no forced colours' },
  { names: ['autocapitalize=', 'autocorrect='], because: 'a keyboard corrects more' },
  { names: ['scrollbar-gutter'], because: 'the page moves by a scroll bar under a dialog' },
  { names: ['overscroll-behavior'], because: 'a swipe is the browser’s, and asked about' },
  { names: ['-webkit-touch-callout'], because: 'only Safari has what it turns off' },
  { names: ['white-space-collapse'], because: 'a second blank in a text is not seen' },
  {
    names: ['content-visibility', 'contain-intrinsic-size'],
    because: 'a long list is drawn whole',
  },
  {
    names: ['zoom'],
    in: /^web\/student\/quiz\//,
    because: 'Firefox shows no sizes of text to choose from',
  },
  {
    names: ['anchor-name'],
    in: /^web\/layout\/account-menu/,
    because: 'the menu is placed by the window',
  },
  {
    names: ['color-mix()', ':has'],
    in: /^web\/ui\/base\.css$/,
    because: 'the page behind a dialog can be scrolled, and its gutter has another shade',
  },
  {
    names: [':has'],
    in: /^web\/ui\/(data-table|form\/field)\.module\.css$/,
    because: 'a button stands 8 px further in; a prompt in a select is as dark as a choice',
  },
  {
    names: [':has'],
    in: /^web\/(student\/student-login-screen|student\/panel\/preflight\/start-dialog)\.module\.css$/,
    because: 'a box is in the middle of its words; an alert stands beside the buttons',
  },
  {
    names: [':has'],
    in: /^web\/(site\/not-found-screen|account\/second-factor\/second-factor)\.module\.css$/,
    because: 'a footer more; the recovery codes are printed with their page',
  },
  {
    names: [':has'],
    in: /^web\/spreadsheets\/columns\/column-card\.module\.css$/,
    because: 'a row is marked by its badge alone',
  },
  {
    names: ['@container', 'container-type'],
    in: /^web\/site\/registration\/answer-fields\.module\.css$/,
    because: 'the fields go by the width of the window',
  },
  { names: ['trustedTypes'], in: /^web\/client\/own-worker/, because: 'asked for first' },
  { names: ['.config', '.union'], in: /^contract\//, because: 'Zod’s' },
  { names: ['.role'], in: /^core\/students\/import\//, because: 'a column’s' },
  {
    names: ['lookbehind'],
    in: /^core\/students\/import\//,
    because: 'only staff import, by files of their own',
  },
  {
    names: ['field-sizing'],
    in: /^web\/questions\/options\//,
    because: 'a text of two lines scrolls',
  },
]

/** Lists the features that a file may use although a browser at its floor lacks them. */
export function listHarmless(path: string): readonly string[] {
  return exceptions.filter((one) => one.in?.test(path) ?? true).flatMap(({ names }) => names)
}

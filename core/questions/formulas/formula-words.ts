/** Signs that run over a range: "sum from i equals 1 to n of". */
export const rangeWords: ReadonlyMap<string, string> = new Map([
  ['\\sum', 'sum'],
  ['\\prod', 'product'],
  ['\\int', 'integral'],
  ['\\iint', 'double integral'],
  ['\\oint', 'closed integral'],
  ['\\bigcup', 'union'],
  ['\\bigcap', 'intersection'],
])

/** Operators with a condition below them: "limit as x to 0 of". */
export const limitWords: ReadonlyMap<string, string> = new Map([
  ['\\lim', 'limit as'],
  ['\\max', 'maximum over'],
  ['\\min', 'minimum over'],
  ['\\sup', 'supremum over'],
  ['\\inf', 'infimum over'],
])

/** Spoken after the expression that they stand over or under. */
export const accentWords: ReadonlyMap<string, string> = new Map([
  ['\\bar', 'bar'],
  ['\\overline', 'bar'],
  ['\\hat', 'hat'],
  ['\\widehat', 'hat'],
  ['\\tilde', 'tilde'],
  ['\\widetilde', 'tilde'],
  ['\\dot', 'dot'],
  ['\\ddot', 'double dot'],
  ['\\vec', 'vector'],
  ['\\overrightarrow', 'vector'],
  ['\\underline', 'underlined'],
  ['\\cancel', 'crossed out'],
])

/** Sizes and spaces, which are not read. */
export const silentCommands: ReadonlySet<string> = new Set(
  `\\, \\; \\: \\! \\> ~ \\quad \\qquad \\enspace \\thinspace \\left \\right \\middle \\big \\Big \\bigg
  \\Bigg \\bigl \\bigr \\Bigl \\Bigr \\biggl \\biggr \\displaystyle \\textstyle \\scriptstyle
  \\hline`.split(/\s+/),
)

/** Accents: a small sign above another one. */
export const powerWords: ReadonlyMap<string, string> = new Map([
  ['2', 'squared'],
  ['3', 'cubed'],
  ['circle', 'degrees'],
  ['degrees', 'degrees'],
  ['prime', 'prime'],
  ['star', 'star'],
  ['times', 'star'],
  ['plus', 'plus'],
  ['minus', 'minus'],
])

/** A typeface of its own is for sets of numbers. */
export const numberSets: ReadonlyMap<string, string> = new Map([
  ['N', 'the natural numbers'],
  ['Z', 'the integers'],
  ['Q', 'the rational numbers'],
  ['R', 'the real numbers'],
  ['C', 'the complex numbers'],
])

/** Environments of rows and cells. */
export const rowsWords: ReadonlyMap<string, string> = new Map([
  ['matrix', 'matrix'],
  ['pmatrix', 'matrix'],
  ['bmatrix', 'matrix'],
  ['vmatrix', 'determinant'],
  ['array', 'table'],
  ['cases', 'cases'],
  ['aligned', 'lines'],
])

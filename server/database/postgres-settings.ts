/** Rows are locked where it matters (`lockRow`), and two that meet there both go on. */
export const isolation = 'read committed'

/** Our statements count on these, whatever somebody has made the database's or the role's defaults. */
export const usualDefaults = `SET default_transaction_isolation = '${isolation}'; SET standard_conforming_strings = on`

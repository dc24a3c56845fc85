/** Of the h1, which names the main part: a screen reader says it where that takes the focus. */
export const pageTitleId = 'page-title'

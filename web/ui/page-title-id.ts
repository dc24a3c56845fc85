/**
 * The id of the h1, which names the main part: a screen reader says it where that takes the focus.
 */
export const pageTitleId = 'page-title'

/**
 * The id of a test's title. It names the main part of a quiz, since there the h1 takes the focus
 * and would be said twice.
 */
export const quizTitleId = 'quiz-title'

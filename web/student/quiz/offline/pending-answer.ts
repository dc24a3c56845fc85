export type Choice = { readonly questionId: string; readonly selectedOption: number }

/**
 * `sequence` is the moment of choosing by the server's clock, or later if an answer before it was
 * given a later one: the server keeps the highest.
 */
export type PendingAnswer = Choice & { readonly sequence: number }

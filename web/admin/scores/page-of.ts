export const groupsPerPage = 5

/** The page that was asked for, or the last one there is. */
export function pageOf(total: number, asked: number) {
  const pages = Math.max(1, Math.ceil(total / groupsPerPage))
  const page = Math.min(Math.max(1, Math.trunc(asked) || 1), pages)
  return { page, pages, from: (page - 1) * groupsPerPage }
}

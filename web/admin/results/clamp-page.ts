export const groupsPerPage = 5

/** The page that was asked for, or the last one there is. */
export function clampPage(total: number, requestedPage: number) {
  const pages = Math.max(1, Math.ceil(total / groupsPerPage))
  const page = Math.min(Math.max(1, Math.trunc(requestedPage) || 1), pages)
  return { page, pages, from: (page - 1) * groupsPerPage }
}

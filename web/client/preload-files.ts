type PreloadLink = HTMLLinkElement & { ready?: Promise<void> }

/**
 * Fetches the scripts and stylesheets that an import needs beside it, all at once. Replaces Vite's
 * function (see web/vite/bundling.ts), after which a stylesheet that failed counts as loaded.
 */
export async function preloadFiles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(preloadFile))
  return load()
}

function preloadFile(file: string): Promise<void> | undefined {
  const isStyle = file.endsWith('.css')
  const rel = isStyle ? 'stylesheet' : 'modulepreload'
  const href = `/${file}`
  const existing = document.querySelector<PreloadLink>(`link[rel=${rel}][href="${href}"]`)
  if (existing) return existing.ready
  const link: PreloadLink = Object.assign(document.createElement('link'), {
    rel,
    href,
    crossOrigin: '',
  })
  // The import itself reports a script that fails.
  if (isStyle) {
    link.ready = new Promise((resolve, reject) => {
      link.onload = () => resolve()
      link.onerror = () => {
        link.remove()
        reject(new Error(`${href} did not load`))
      }
    })
  }
  document.head.append(link)
  return link.ready
}

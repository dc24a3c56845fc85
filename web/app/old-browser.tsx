import { site } from '#site'
import { oldestBrowsers } from '../client/browser-floor.ts'

/** Shows the sentence where a feature is missing that came with the oldest browsers that will do. */
export const oldBrowserScript = `if(![].findLast)document.getElementById('old-browser').hidden=false`

/** Hidden in every page; what is missing keeps our scripts from running, so it needs none of them. */
export function OldBrowserNotice() {
  return (
    <p id="old-browser" hidden suppressHydrationWarning>
      This browser is too old for this site. {oldestBrowsers} will do, or a later one. Or call us:{' '}
      <a href={`tel:${site.phone.replaceAll(' ', '')}`}>{site.phone}</a>
    </p>
  )
}

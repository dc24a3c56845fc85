import { site } from '#site'
import { oldestBrowsers } from '../client/browser-floor.ts'

/** Shows the sentence where a feature is missing that came with the oldest browsers that will do. */
export const oldBrowserScript = `if(![].findLast)document.getElementById('old-browser').hidden=false`

/**
 * Hidden in every page as it is sent; React neither looks at it nor draws it. Without a link, of which
 * the one that skips to the page has to be the first.
 */
export function OldBrowserNotice() {
  return (
    <p id="old-browser" hidden>
      {`This browser is too old for this site. ${oldestBrowsers} will do, or a later one. Or call us: ${site.phone}`}
    </p>
  )
}

import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { toTelHref } from '../layout/phone-banner.tsx'
import { showNoticeWhileBlank } from './blank-page-notice.ts'

/**
 * Lets React draw a whole page anew, as it does where the page that arrived is not the one that was
 * sent: it makes each script element by `innerHTML`, and gives its own a blank text. Everything else
 * is refused as if there were no policy. An extension may have made one before.
 */
export const redrawPolicyScript = `try{self.trustedTypes&&trustedTypes.createPolicy('default',{createHTML:t=>t=='<script></script>'||!t.trim()?t:null})}catch{}`

const words = {
  page: 'This page could not be shown. Nothing you have sent before is lost. Try again, or call ',
  quiz: 'Answers that were saved are safe; others wait on this device. Your clock runs on. Try again, or call ',
  quizPath: pagePaths.quiz.replace(/:.*/, ''),
  phone: site.phone,
  phoneAddress: toTelHref(site.phone),
}

/** For a page whose scripts have left nothing of it, and cannot say so themselves. */
export const blankPageScript = `(${showNoticeWhileBlank})(${JSON.stringify(words)})`.replace(
  /\n\s*/g,
  '\n',
)

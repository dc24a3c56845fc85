import { pluralize } from '#contract/format.ts'
import { countSampleTexts } from '../../institute/sample-texts.ts'
import css from './sample-texts-notice.module.css'

const texts = import.meta.env.SAMPLE_TEXTS
const count = countSampleTexts(texts)

/** Below the list, folded, until the institute has replaced them all. */
export function SampleTextsNotice() {
  if (count === 0) return null
  return (
    <details className={css.samples}>
      <summary>
        <h2>
          {pluralize(count, 'text')} {count === 1 ? 'is' : 'are'} still the sample’s
        </h2>
        <span>Visitors of the site read them</span>
      </summary>
      <p>
        Replace the words in the files of <code>institute/</code>, take the line{' '}
        <code>isSample: true</code> away, and build the pages again.
      </p>
      <dl>
        {texts.map(({ file, names }) => (
          <div key={file}>
            <dt>{file}</dt>
            <dd>
              <ul>
                {names.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

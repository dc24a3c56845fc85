import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { instituteFolder } from '../../institute-folder.ts'
import type { ParentsText } from '../institute/own-content-files.ts'

/** "hi.md" */
const textFile = /^([a-z]{2,3}(?:-[A-Za-z\d]{2,8})*)\.md$/
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/**
 * The page for parents, once for each language that has a file. The institute's own language comes first,
 * else English; that one is at the short address.
 *
 * @throws where a file is not named after a language, or has no title.
 */
export function listParentsTexts(folder = join(instituteFolder, 'parents')) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !/^\./.test(name)) : []
  const languages = names.map((name) => readLanguage(join(folder, name), name))
  const first = [site.language, 'en'].find((language) => languages.includes(language))
  return languages
    .toSorted((a, b) => Number(b === first) - Number(a === first) || a.localeCompare(b, 'en'))
    .map((language, place) => {
      const file = join(folder, `${language}.md`)
      return { file, ...toParentsText(file, language, place === 0) }
    })
}

function readLanguage(file: string, name: string): string {
  const language = textFile.exec(name)?.[1]
  if (language && languageNames.of(language)) return language
  throw new Error(`${file} is not right.\nName it after its language, like hi.md.`)
}

function toParentsText(file: string, language: string, isFirst: boolean): ParentsText {
  const [title, ...blocks] = readFileSync(file, 'utf8')
    .trim()
    .split(/\n\s*\n/)
  if (!title?.startsWith('# ') || title.includes('\n'))
    throw new Error(
      `${file} is not right.\nBegin it with its title and an empty line: # For parents`,
    )
  const lead = blocks.find((block) => /^[^#>|\-*\d]/.test(block)) ?? ''
  return {
    language,
    name: new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language,
    path: isFirst ? pagePaths.parents : `${pagePaths.parents}/${language}`,
    title: toPlainText(title.slice(2)),
    description: toPlainText(lead).slice(0, 160),
  }
}

/** Without Markdown's signs; the words of a link stay. */
function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

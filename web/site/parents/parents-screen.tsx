import { Link, Outlet, useLocation } from 'react-router'
import article from '../article.module.css'
import { toAbsoluteUrl, toMetaDescriptors } from '../page-meta.ts'
import css from './parents-screen.module.css'

const texts = import.meta.env.PARENTS_TEXTS

const findText = (pathname: string) =>
  texts.find(({ path }) => path === pathname.replace(/\/$/, ''))

export function meta({ location }: { location: { readonly pathname: string } }) {
  const text = findText(location.pathname)
  if (!text) return []
  const alternates = texts.length > 1 ? texts : []
  return [
    ...toMetaDescriptors(text),
    ...alternates.map(({ language, path }) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: language,
      href: toAbsoluteUrl(path),
    })),
  ]
}

/** The frame of the page; the text of each language is a child route. */
export default function ParentsScreen() {
  const text = findText(useLocation().pathname)
  if (!text) return null
  return (
    <>
      {texts.length > 1 && (
        <nav className={css.languages} aria-label="Languages">
          {texts.map(({ language, name, path }) => (
            <Link
              key={language}
              to={path}
              lang={language}
              hrefLang={language}
              aria-current={language === text.language ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <article lang={text.language} className={article.article}>
        <Outlet />
      </article>
    </>
  )
}

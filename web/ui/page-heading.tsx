import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import css from './page-heading.module.css'
import { pageTitleId } from './page-title-id.ts'

type PageHeadingProps = {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** The way here, without this page. */
  readonly crumbs?: readonly { readonly to: string; readonly name: string }[]
  readonly actions?: ReactNode
  /** The crumbs say enough: the large words of the page are others. */
  readonly isTitleHidden?: boolean
  /** Left of the title and its lead. */
  readonly picture?: ReactNode
}

/** The h1 of an app screen. */
export function PageHeading(props: PageHeadingProps) {
  const { title, lead, crumbs, actions, picture, isTitleHidden } = props
  return (
    <div className={css.heading}>
      <div>
        {crumbs && (
          <nav aria-label="Breadcrumb">
            <ol className={css.crumbs}>
              {crumbs.map(({ to, name }) => (
                <Fragment key={to}>
                  <li>
                    <Link to={to}>{name}</Link>
                  </li>
                  <li aria-hidden="true">
                    <IconChevronRight size={14} stroke={1.75} />
                  </li>
                </Fragment>
              ))}
              <li aria-current="page" dir="auto">
                {title}
              </li>
            </ol>
          </nav>
        )}
        <div className={css.titled}>
          {picture}
          <div>
            <h1
              id={pageTitleId}
              className={isTitleHidden ? 'visually-hidden' : undefined}
              dir="auto"
            >
              {title}
            </h1>
            {lead && <p className={css.lead}>{lead}</p>}
          </div>
        </div>
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

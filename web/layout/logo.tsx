import logo from '#institute/logo.svg?url'
import { site } from '#site'
import css from './logo.module.css'

export function Logo() {
  return (
    <span className={css.logo} data-long={site.product.length > 20 || undefined}>
      <img src={logo} alt="" />
      {site.product}
    </span>
  )
}

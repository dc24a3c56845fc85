import logo from '#institute/logo.svg?url'
import { site } from '#site'
import css from './logo.module.css'

export function Logo() {
  return (
    <span className={css.logo}>
      <img src={logo} width="30" height="30" alt="" />
      <span>{site.product}</span>
    </span>
  )
}

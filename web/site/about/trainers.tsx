import { trainers } from '#institute/trainers.ts'
import { Avatar } from '../../ui/avatar.tsx'
import page from '../page.module.css'
import css from './trainers.module.css'

export function Trainers() {
  return (
    <section className={`${page.page} ${css.trainers}`} aria-labelledby="trainers">
      <h2 id="trainers" className={page.sectionTitle}>
        Who teaches you
      </h2>
      <ul className={css.list}>
        {trainers.map(({ name, teaches, about }) => (
          <li key={name}>
            <Avatar name={name} />
            <div>
              <h3>{name}</h3>
              <p className={css.teaches}>{teaches}</p>
              <p>{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

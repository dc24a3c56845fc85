import page from '../page.module.css'
import css from './product-pictures.module.css'
import quizDark from './screenshots/quiz-dark.webp?url'
import quizLight from './screenshots/quiz-light.webp?url'
import quizPhoneDark from './screenshots/quiz-phone-dark.webp?url'
import quizPhoneLight from './screenshots/quiz-phone-light.webp?url'
import resultDark from './screenshots/result-dark.webp?url'
import resultLight from './screenshots/result-light.webp?url'

/** Taken from the demo by `npm run screenshots`; those of the other theme are never fetched. */
export function ProductPictures() {
  return (
    <section className={css.section} aria-labelledby="inside">
      <div className={page.page}>
        <div className={css.head}>
          <h2 id="inside" className={page.sectionTitle}>
            What you work with from the first week
          </h2>
          <p className={page.lead}>
            Tests are part of the course, not a hurdle at its end. They show you, and your trainer,
            what to read again.
          </p>
        </div>
        <div className={css.pictures}>
          <figure>
            <div className={css.window}>
              <p aria-hidden="true">quiz</p>
              <QuizPicture className={css.light} wide={quizLight} narrow={quizPhoneLight} />
              <QuizPicture className={css.dark} wide={quizDark} narrow={quizPhoneDark} />
            </div>
            <figcaption>
              <b>The quiz</b>
              One question at a time. The time left and the state of your answers stay in sight.
            </figcaption>
          </figure>
          <figure>
            <div className={css.phone}>
              <ResultPicture className={css.light} src={resultLight} />
              <ResultPicture className={css.dark} src={resultDark} />
            </div>
            <figcaption>
              <b>The result</b>
              Question by question: what you chose, what was right.
            </figcaption>
          </figure>
        </div>
      </div>
    </section>
  )
}

type QuizPictureProps = {
  readonly className?: string
  readonly wide: string
  readonly narrow: string
}

function QuizPicture({ className, wide, narrow }: QuizPictureProps) {
  return (
    <picture className={className}>
      <source media="(max-width: 760px)" srcSet={narrow} width={780} height={1040} />
      <img
        src={wide}
        width={1280}
        height={820}
        loading="lazy"
        alt="A quiz question with code, its options, the time left, and a note that the answer is saved"
      />
    </picture>
  )
}

function ResultPicture({ className, src }: { className?: string; src: string }) {
  return (
    <img
      className={className}
      src={src}
      width={780}
      height={1320}
      loading="lazy"
      alt="A result on a phone: the score in a ring, and how many answers were right"
    />
  )
}

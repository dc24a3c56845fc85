type NoticeWords = {
  readonly page: string
  /** In a running quiz. */
  readonly quiz: string
  readonly quizPath: string
  readonly phone: string
  readonly phoneAddress: string
}

/**
 * Sent as text in the head of every page, so it uses nothing from outside itself. A page that shows no
 * word 3 s after it has loaded, or 3 s after the last one was taken away, gets a sentence, which leaves
 * as soon as anything is drawn. React may have taken the stylesheets along, so it brings its own looks.
 */
export function showNoticeWhileBlank(words: NoticeWords) {
  const root = document.documentElement
  const { colorScheme } = root.dataset
  let notice: HTMLElement | undefined
  let isWaiting = false

  const create = (tag: string, properties: object) =>
    Object.assign(document.createElement(tag), properties)

  function createNotice() {
    const isQuiz = location.pathname.startsWith(words.quizPath)
    const sentence = create('p', { style: 'margin:0 0 20px;max-width:32em' })
    const phone = {
      href: words.phoneAddress,
      style: 'color:inherit;white-space:nowrap',
      textContent: words.phone,
    }
    sentence.append(isQuiz ? words.quiz : words.page, create('a', phone), '.')
    const button = create('button', {
      textContent: 'Try again',
      onclick: () => location.reload(),
      style: 'font:inherit;padding:10px 20px',
    })
    const created = create('div', {
      style: `position:fixed;inset:0;overflow:auto;padding:48px 24px;font:17px/1.5 system-ui;color:CanvasText;background:Canvas;color-scheme:${colorScheme}`,
    })
    created.setAttribute('role', 'alert')
    created.append(sentence, button)
    return created
  }

  function check() {
    isWaiting = false
    const { body } = document
    const isShown = notice?.isConnected ?? false
    const isBlank = body.innerText.trim() === (isShown ? notice?.innerText.trim() : '')
    if (isBlank === isShown) return
    notice?.remove()
    if (isBlank) {
      root.lang = 'en'
      document.title ||= 'This page could not be shown'
      notice = createNotice()
      body.append(notice)
    }
    observer.observe(body, { childList: true, subtree: isBlank, characterData: isBlank })
  }

  function handleChange() {
    if (notice?.isConnected) return check()
    if (isWaiting) return
    isWaiting = true
    setTimeout(check, 3000)
  }
  const observer = new MutationObserver(handleChange)
  addEventListener('load', () => {
    observer.observe(document.body, { childList: true })
    handleChange()
  })
}

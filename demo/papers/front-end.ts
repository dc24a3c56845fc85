import type { DemoPaper } from '../paper.ts'

export const htmlAndCss: DemoPaper = {
  title: 'HTML and CSS Basics',
  minutes: 30,
  questions: [
    {
      text: 'Which element holds the main content of a page, and stands in it only once?',
      options: ['`<section>`', '`<main>`', '`<article>`', '`<div>`'],
      correct: 'B',
    },
    {
      text: 'A screen reader should say "Phone number" when this field gets the focus. What is missing?',
      code: `<label>Phone number</label>
<input id="phone" type="tel" name="phone">`,
      options: [
        '`name="label"` on the field',
        '`id="phone"` on the label',
        '`for="phone"` on the label',
        '`title="phone"` on the label',
      ],
      correct: 'C',
    },
    {
      text: 'The picture shows the CSS box model. What is the hatched ring?',
      picture: 'box-model',
      options: ['The margin', 'The border', 'The outline', 'The padding'],
      correct: 'D',
    },
    {
      text: 'How wide is the box on the screen, from border to border?',
      code: `.card {
  box-sizing: content-box;
  width: 200px;
  padding: 20px;
  border: 5px solid;
}`,
      options: ['250px', '200px', '225px', '240px'],
      correct: 'A',
    },
    {
      text: 'How much room has the content of this box, from left to right?',
      code: `.card {
  box-sizing: border-box;
  width: 200px;
  padding: 20px;
  border: 5px solid;
}`,
      options: ['250px', '200px', '150px', '160px'],
      correct: 'C',
    },
    {
      text: 'What colour is the text?',
      code: `<p id="note" class="hint warning">Bring your laptop.</p>

<style>
  p.hint.warning { color: orange; }
  #note { color: green; }
  p { color: black; }
  .warning { color: red; }
</style>`,
      options: ['Orange', 'Green', 'Black', 'Red'],
      correct: 'B',
    },
    {
      text: 'The container of the picture has `display: flex`. Which declaration puts its boxes there?',
      picture: 'flex-column-end',
      options: [
        '`flex-direction: column; align-items: flex-end`',
        '`flex-direction: row; align-items: flex-end`',
        '`flex-direction: column; justify-content: flex-end`',
        '`flex-direction: row-reverse`',
      ],
      correct: 'A',
    },
    {
      text: 'Which picture shows `justify-content: space-between`?',
      options: ['Picture 1', 'Picture 2', 'Picture 3', 'Picture 4'],
      optionPictures: ['flex-centre', 'flex-evenly', 'flex-around', 'flex-between'],
      correct: 'D',
    },
    {
      text: 'Which picture shows this grid?',
      code: `.gallery {
  display: grid;
  grid-template-columns: 2fr 1fr;
  gap: 1rem;
}`,
      options: ['Picture 1', 'Picture 2', 'Picture 3', 'Picture 4'],
      optionPictures: ['grid-halves', 'grid-two-one', 'grid-one-two', 'grid-thirds'],
      correct: 'B',
    },
    {
      text: 'Against what is an element with `position: absolute` placed?',
      options: [
        'Always against the window',
        'Always against its parent',
        'Against its nearest ancestor that is positioned itself',
        'Against where it would have stood in the flow',
      ],
      correct: 'C',
    },
    {
      text: 'The root font size is 16px. How large is the text of the inner list?',
      code: `ul { font-size: 1.5em; }

<ul>
  <li>Front end
    <ul><li>React</li></ul>
  </li>
</ul>`,
      options: ['36px', '24px', '16px', '48px'],
      correct: 'A',
    },
    {
      text: 'When do these rules apply?',
      code: `@media (min-width: 48em) {
  .sidebar { display: block; }
}`,
      options: [
        'On windows up to 48em wide',
        'On windows 48em wide or wider',
        'On printers only',
        'On windows exactly 48em wide',
      ],
      correct: 'B',
    },
    {
      text: 'What does `alt=""` say of a picture?',
      options: [
        'That its text is loaded later',
        'That it is broken',
        'That its file name is its text',
        'That it is decoration, so screen readers leave it out',
      ],
      correct: 'D',
    },
    {
      text: 'Which declaration hides an element from the eye and from screen readers, and takes its space away?',
      options: ['`opacity: 0`', '`visibility: hidden`', '`display: none`', '`z-index: -1`'],
      correct: 'C',
    },
  ],
}

import { expect, it } from 'vitest'
import { RefusalError } from '../../client/request.ts'
import { createRefusalPlacer } from './form-mapping.ts'
import { imageSides } from './steps.ts'

const [side] = imageSides
const place = createRefusalPlacer({ [side]: { file: new File(['a'], 'a.jpg'), error: undefined } })

it('reports a picture as too large if the server does', () => {
  const refusal = new RefusalError(413, { code: 'too-large', message: 'Too large.' }, null)
  expect(place(refusal)).toEqual({ [side]: expect.stringContaining('larger than 5 MB') })
})

it('does not blame the picture if a proxy has a smaller limit', () => {
  expect(place(new RefusalError(413, { message: 'Not this much at once (413).' }, null))).toEqual(
    {},
  )
})

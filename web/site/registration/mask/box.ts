import type { ImageSize } from '../../../ui/images/decode-image.ts'

/** A black box over a picture; position and size are fractions of the picture's sides, 0 to 1. */
export type Box = {
  readonly id: number
  /** The part that it usually covers; null for a box that was added. */
  readonly over: 'digits' | 'qr' | null
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type BoxRect = Pick<Box, 'left' | 'top' | 'width' | 'height'>
export type Side = keyof BoxRect
type Offset = { readonly x: number; readonly y: number }

const minSide = 0.03

/** The places of the first eight digits of the number and of the QR code on an Aadhaar card. */
const defaultPlacements = {
  front: {
    digits: { left: 0.25, top: 0.7, width: 0.34, height: 0.19 },
    qr: { left: 0.7, top: 0.28, width: 0.27, height: 0.42 },
  },
  back: {
    digits: { left: 0.25, top: 0.7, width: 0.34, height: 0.19 },
    qr: { left: 0.64, top: 0.2, width: 0.33, height: 0.5 },
  },
} as const satisfies Record<'front' | 'back', Record<'digits' | 'qr', BoxRect>>

export function createDefaultBoxes(side: 'front' | 'back'): readonly Box[] {
  const { digits, qr } = defaultPlacements[side]
  return [
    { id: 1, over: 'digits', ...digits },
    { id: 2, over: 'qr', ...qr },
  ]
}

/** Adds a box in the middle, shifted a little for each one added before. */
export function addBox(boxes: readonly Box[]): readonly Box[] {
  const id = Math.max(0, ...boxes.map((box) => box.id)) + 1
  const shift = 0.04 * (boxes.filter(({ over }) => over === null).length % 8)
  const rect = { left: 0.35 + shift, top: 0.4 + shift, width: 0.3, height: 0.15 }
  return [...boxes, { id, over: null, ...rect }]
}

/** Moves a box inside the picture, at the same size. */
export function moveBox(box: Box, { x, y }: Offset): Box {
  return {
    ...box,
    left: clamp(0, box.left + x, 1 - box.width),
    top: clamp(0, box.top + y, 1 - box.height),
  }
}

/** Resizes a box by its lower right corner; never so small that it could not be grabbed. */
export function resizeBox(box: Box, { x, y }: Offset): Box {
  return {
    ...box,
    width: clamp(minSide, box.width + x, 1 - box.left),
    height: clamp(minSide, box.height + y, 1 - box.top),
  }
}

export function describePlace({ left, top, width, height }: BoxRect): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `${percent(left)} from the left, ${percent(top)} from the top, ${percent(width)} wide, ${percent(height)} high`
}

/** Whole pixels, rounded outwards: a partly covered pixel is covered. */
export function toPixels({ left, top, width, height }: BoxRect, picture: ImageSize) {
  const x = Math.floor(left * picture.width)
  const y = Math.floor(top * picture.height)
  return {
    x,
    y,
    width: Math.min(picture.width, Math.ceil((left + width) * picture.width)) - x,
    height: Math.min(picture.height, Math.ceil((top + height) * picture.height)) - y,
  }
}

function clamp(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}

import { type MapColours, type MarkShape, type MarkTone, markShapes, markTones } from './colours.ts'

/** Symbol size in CSS pixels. */
const size = 24
/** Pixel ratio of symbols, so that they are sharp on every screen. */
export const symbolRatio = 3

/** Vehicle symbols: one for each shape and tone, named `shape-tone`. */
export function drawSymbols(colours: MapColours): Map<string, ImageData> {
  const symbols = new Map<string, ImageData>()
  for (const shape of markShapes) {
    for (const tone of markTones) {
      const image = drawSymbol(shape, tone, colours)
      if (image) symbols.set(`${shape}-${tone}`, image)
    }
  }
  return symbols
}

function drawSymbol(shape: MarkShape, tone: MarkTone, colours: MapColours): ImageData | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = size * symbolRatio
  canvas.height = size * symbolRatio
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.scale(symbolRatio, symbolRatio)
  context.translate(size / 2, size / 2)
  context.lineJoin = 'round'
  const path = shape === 'arrow' ? arrow() : circle(shape === 'hollow' ? 5 : 5.5)
  context.strokeStyle = colours.halo
  context.lineWidth = shape === 'hollow' ? 5 : 2.5
  context.stroke(path)
  if (shape === 'hollow') {
    context.fillStyle = colours.halo
    context.strokeStyle = colours[tone]
    context.lineWidth = 2.2
    context.fill(path)
    context.stroke(path)
  } else {
    context.fillStyle = colours[tone]
    context.fill(path)
  }
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Points north. */
function arrow(): Path2D {
  return new Path2D('M0 -9.5 L6.6 7.2 Q6.9 8.4 5.7 7.9 L0 5.2 L-5.7 7.9 Q-6.9 8.4 -6.6 7.2 Z')
}

function circle(radius: number): Path2D {
  const path = new Path2D()
  path.arc(0, 0, radius, 0, 2 * Math.PI)
  return path
}

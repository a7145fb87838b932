import { type PointerEvent, useRef } from 'react'
import { useDriver } from './context.ts'

/** Image size in pixels, independent of the screen. */
const width = 1_000
const height = 450
const strokeWidth = 6

/** Signature field for finger or pen: black on white in both themes, as it is printed. */
export function SignaturePad({ onChange }: { onChange(image: Blob | undefined): void }) {
  const { texts } = useDriver()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawing = useRef(false)

  function pointOf(event: PointerEvent): [number, number] {
    const box = canvas.current!.getBoundingClientRect()
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]
  }

  function begin(event: PointerEvent): void {
    const context = canvas.current!.getContext('2d')!
    canvas.current!.setPointerCapture(event.pointerId)
    isDrawing.current = true
    Object.assign(context, { lineWidth: strokeWidth, lineCap: 'round', lineJoin: 'round', strokeStyle: '#000' })
    context.beginPath()
    context.moveTo(...pointOf(event))
  }

  function draw(event: PointerEvent): void {
    if (!isDrawing.current) return
    const context = canvas.current!.getContext('2d')!
    context.lineTo(...pointOf(event))
    context.stroke()
  }

  function end(): void {
    if (!isDrawing.current) return
    isDrawing.current = false
    withGround(canvas.current!).toBlob((image) => onChange(image ?? undefined), 'image/png')
  }

  function clear(): void {
    canvas.current!.getContext('2d')!.clearRect(0, 0, width, height)
    onChange(undefined)
  }

  return (
    <div className="pad">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-label={texts.signHere}
        role="img"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <span className="pad-hint">{texts.signHere}</span>
      <button type="button" className="small" onClick={clear}>
        {texts.clear}
      </button>
    </div>
  )
}

/** Copy on a white background: a transparent PNG is black on black in a dark viewer. */
function withGround(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas')
  Object.assign(copy, { width, height })
  const context = copy.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(drawn, 0, 0)
  return copy
}

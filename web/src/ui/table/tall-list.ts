import { elementScroll, observeElementOffset, type VirtualizerOptions } from '@tanstack/react-virtual'
import { useRef } from 'react'

/** Maximum height in pixels of an element in browsers. */
const mostPixels = 15_000_000

type Options = VirtualizerOptions<HTMLDivElement, Element>

/** A list that may exceed the maximum height in browsers: it is then drawn lower and scrolls several rows at a time. */
export interface TallList {
  /** Drawn height of the list. */
  height: number
  /** Distance between a row's position in the whole list and where it is drawn, at a scroll offset in pixels. */
  shiftAt(offset: number): number
  /** Scroll offset that centres a row. Undefined if the virtualizer can compute it. */
  topOf(start: number): number | undefined
  /** For the virtualizer, which uses pixels of the whole list. */
  options: Pick<Options, 'observeElementOffset' | 'scrollToFn'>
}

/** Pixels of the whole list per pixel of scrolling. 1 unless the list is too high to draw. */
export function scaleOf(whole: number, visible: number, most = mostPixels): number {
  return whole <= most ? 1 : (whole - visible) / (most - visible)
}

/** Draws a list of any height. */
export function useTallList(whole: number, visible: number): TallList {
  const scale = useRef(1)
  scale.current = scaleOf(whole, visible)
  const options = useRef<TallList['options']>({
    observeElementOffset: (instance, notify) =>
      observeElementOffset(instance, (offset, isScrolling) => notify(offset * scale.current, isScrolling)),
    scrollToFn: (offset, given, instance) => elementScroll(offset / scale.current, given, instance),
  })
  return {
    height: Math.min(whole, mostPixels),
    shiftAt: (offset) => offset * (1 - 1 / scale.current),
    topOf: (start) => (scale.current === 1 ? undefined : Math.max(0, start - visible / 2) / scale.current),
    options: options.current,
  }
}

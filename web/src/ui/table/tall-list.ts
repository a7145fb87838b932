import { elementScroll, observeElementOffset, type VirtualizerOptions } from '@tanstack/react-virtual'
import { useRef } from 'react'

/** Browsers draw no element much higher than this, in pixels. */
const mostPixels = 15_000_000

type Options = VirtualizerOptions<HTMLDivElement, Element>

/** A list that may be higher than browsers can draw: it is drawn lower, and scrolls over several rows at a time then. */
export interface TallList {
  /** How high the list is drawn. */
  height: number
  /** How far above its place in the whole list a row is drawn, when the list is scrolled by so many pixels. */
  shiftAt(offset: number): number
  /** Where to scroll so that a row is in the middle; undefined when the virtualizer finds it itself. */
  topOf(start: number): number | undefined
  /** For the virtualizer, which counts in pixels of the whole list. */
  options: Pick<Options, 'observeElementOffset' | 'scrollToFn'>
}

/** How many pixels of the whole list one pixel of scrolling is; 1 unless it is too high to be drawn. */
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

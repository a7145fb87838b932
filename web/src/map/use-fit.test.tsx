import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Bounds } from './geometry.ts'
import { useFit } from './use-fit.ts'

const padding = { left: 0, right: 0, top: 0, bottom: 0 }
const first: Bounds = [4, 51, 4, 51]
const both: Bounds = [4, 51, 6, 52]

function begin(isFollowing: boolean) {
  const fitted: [Bounds, boolean][] = []
  const drawing = {
    isMovedByHand: false,
    fit: (bounds: Bounds, _padding: unknown, isAtOnce = false) => void fitted.push([bounds, isAtOnce]),
  }
  const { rerender } = renderHook(
    ({ bounds }: { bounds: Bounds | undefined }) => useFit(drawing, { bounds, padding, isFollowing }),
    { initialProps: { bounds: undefined as Bounds | undefined } },
  )
  return { drawing, fitted, show: (bounds: Bounds | undefined) => rerender({ bounds }) }
}

test('a map of a record shows each added place, until the person moves it', () => {
  const { drawing, fitted, show } = begin(true)
  expect(fitted).toEqual([])
  show(first)
  show([...first])
  expect(fitted).toEqual([[first, true]])
  show(both)
  expect(fitted.slice(1)).toEqual([[both, false]])
  drawing.isMovedByHand = true
  show([4, 51, 9, 52])
  expect(fitted).toHaveLength(2)
})

test('a live map keeps its view', () => {
  const { fitted, show } = begin(false)
  show(first)
  show(both)
  expect(fitted).toEqual([[first, true]])
})

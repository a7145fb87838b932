import { expect, test } from 'vitest'
import { sparklinePoints } from './sparkline-points.ts'

test.each([
  [[0, 5, 10], ['0,10 10,5 20,0']],
  [[3, 3, 3], ['0,5 10,5 20,5']],
  [[1, null, 2, 4], ['13.3,6.7 20,0']],
  [[null, 7], []],
  [[], []],
])(
  'a sparkline of %j fills its box, is level without changes and has gaps for days without a number',
  (values, points) => {
    expect(sparklinePoints(values, 20, 10)).toEqual(points)
  },
)

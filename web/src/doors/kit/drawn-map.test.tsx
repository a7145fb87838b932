import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MapDrawing } from '../../map/drawing.ts'
import { waitFor } from '../../testing/page.tsx'
import { DrawnMap } from './drawn-map.tsx'

afterEach(() => {
  delete document.documentElement.dataset.theme
})

test('LINK-6: the map of a page behind a link follows the colours and the language of the page while it is open', async () => {
  const drawing = { followPage: vi.fn(), show: vi.fn(), fit: vi.fn(), remove: vi.fn() }
  const draw = async () => drawing as unknown as MapDrawing
  const shown = render(<DrawnMap places={[]} position={null} bounds={[4, 51, 5, 52]} draw={draw} />)
  await waitFor(() => expect(drawing.show).toHaveBeenCalled())
  expect(drawing.followPage).not.toHaveBeenCalled()
  document.documentElement.dataset.theme = 'dark'
  await waitFor(() => expect(drawing.followPage).toHaveBeenCalledTimes(1))
  document.documentElement.lang = 'nl'
  await waitFor(() => expect(drawing.followPage).toHaveBeenCalledTimes(2))
  shown.unmount()
  expect(drawing.remove).toHaveBeenCalled()
})

import { useState } from 'react'
import { describe, expect, vi } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { DayInput, MomentInput } from './typed-time.tsx'

const field = () => screen.getByRole<HTMLInputElement>('textbox')

/** A field, with its text next to it. */
function Typed({ as: Input, value = '', isEnd }: { as: typeof MomentInput; value?: string; isEnd?: boolean }) {
  const [text, setText] = useState(value)
  return (
    <>
      <Input aria-label="Time" value={text} onChange={setText} {...(isEnd !== undefined && { isEnd })} />
      <p>held: {text}</p>
      <button type="button">Other</button>
    </>
  )
}
const leave = (page: { user: { click: (element: Element) => Promise<void> } }) =>
  page.user.click(screen.getByRole('button', { name: 'Other' }))

describe('a typed day', () => {
  test('shows the day that was understood, and is written out when the field is left', async ({ page }) => {
    await page.show(<Typed as={DayInput} />)
    await page.user.type(field(), '25-11-2030')
    expect(screen.getByRole('status').textContent).toContain('25 Nov')
    expect(screen.getByText('held: 25-11-2030')).toBeDefined()
    await leave(page)
    expect(screen.getByText('held: 2030-11-25')).toBeDefined()
    expect(field().value).toContain('25 Nov 2030')
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('text typed right after the field is entered by key replaces the whole text', async ({ page }) => {
    await page.show(<Typed as={MomentInput} value="2030-11-25 08:00" />)
    await page.user.tab()
    // In the same frame, before any deferred work can change the selection.
    const { selectionStart, selectionEnd, value } = field()
    expect(value).toBe('2030-11-25 08:00')
    expect([selectionStart, selectionEnd]).toEqual([0, value.length])
    await page.user.keyboard('+2 6:00')
    expect(screen.getByText('held: +2 6:00')).toBeDefined()
  })

  test('stays as typed while it cannot be read', async ({ page }) => {
    await page.show(<Typed as={DayInput} />)
    await page.user.type(field(), '31-11-2030')
    await leave(page)
    expect(field().value).toBe('31-11-2030')
    expect(screen.getByText('held: 31-11-2030')).toBeDefined()
  })

  test('passes on keys and blur, and cannot be typed in while it is disabled', async ({ page }) => {
    const onBlur = vi.fn<() => void>()
    const keys: string[] = []
    const parts = (isDisabled: boolean) => (
      <DayInput
        aria-label="Day"
        value=""
        disabled={isDisabled}
        onChange={() => {}}
        onBlur={onBlur}
        onKeyDown={({ key }) => keys.push(key)}
      />
    )
    const { unmount } = await page.show(parts(false))
    await page.user.type(field(), '{Enter}')
    await page.user.tab()
    expect(onBlur).toHaveBeenCalledOnce()
    expect(keys).toEqual(['Enter', 'Tab'])
    unmount()
    await page.show(parts(true))
    expect(field().disabled).toBe(true)
  })
})

describe('a typed day with a time', () => {
  test('are written out in the time of the organisation', async ({ page }) => {
    await page.show(<Typed as={MomentInput} />)
    await page.user.type(field(), '25-11-2030 8h30')
    await leave(page)
    expect(screen.getByText('held: 2030-11-25 08:30')).toBeDefined()
    expect(field().value).toMatch(/25 Nov 2030 08:30$/)
  })

  test('without a time, a last day counts as a whole', async ({ page }) => {
    await page.show(<Typed as={MomentInput} isEnd />)
    await page.user.type(field(), '25-11-2030')
    await leave(page)
    expect(screen.getByText('held: 2030-11-26 00:00')).toBeDefined()
  })
})

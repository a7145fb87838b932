import { act, useState } from 'react'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { DayField } from './day-field.tsx'

const field = () => screen.getByRole<HTMLInputElement>('textbox')

/** A field, its parsed day, and a button of the form that sets another day. */
function Chosen() {
  const [day, setDay] = useState('2030-03-02')
  return (
    <>
      <DayField aria-label="Day" value={day} onChange={setDay} />
      <p>held: {day}</p>
      <button type="button" onClick={() => setDay('2031-01-05')}>
        Next
      </button>
    </>
  )
}

test('a day is passed on as soon as it can be read, and until then the text', async ({ page }) => {
  await page.show(<Chosen />)
  await page.user.clear(field())
  await page.user.type(field(), '31-11-2030')
  expect(screen.getByText('held: 31-11-2030')).toBeDefined()
  await page.user.clear(field())
  await page.user.type(field(), '25-11-2030')
  expect(screen.getByText('held: 2030-11-25')).toBeDefined()
})

test('a day set by the form replaces the typed text', async ({ page }) => {
  await page.show(<Chosen />)
  await page.user.clear(field())
  await page.user.type(field(), '25-11-2030')
  await page.user.click(screen.getByRole('button', { name: 'Next' }))
  expect(field().value).toContain('5 Jan 2031')
})

test('a day set from outside does not replace text that is being typed', async ({ page }) => {
  const gate: { change?: (day: string) => void } = {}
  function Live() {
    const [day, setDay] = useState('2030-03-02')
    gate.change = setDay
    return (
      <>
        <DayField aria-label="Day" value={day} onChange={setDay} />
        <p>held: {day}</p>
      </>
    )
  }
  await page.show(<Live />)
  await page.user.clear(field())
  await page.user.type(field(), '25-1')
  act(() => gate.change!('2031-01-05'))
  expect(field().value).toBe('25-1')
  await page.user.type(field(), '1-2030')
  expect(field().value).toBe('25-11-2030')
  act(() => gate.change!('2031-01-05'))
  await page.user.tab()
  expect(screen.getByText('held: 2030-11-25')).toBeDefined()
  // After leaving the field, values from the form apply again.
  act(() => gate.change!('2031-01-05'))
  expect(field().value).toContain('5 Jan 2031')
})

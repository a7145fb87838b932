import { describe, expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { HeaderLines } from './header-lines.tsx'
import { Info } from './icons.tsx'
import { JsonView } from './json-view.tsx'
import { Keys } from './keys.tsx'
import { MemberChanges } from './member-changes.tsx'
import { StatusBadge, Tag } from './status.tsx'
import { Step, Steps } from './steps.tsx'
import { Countdown } from './time/countdown.tsx'
import { OrderDay } from './time/local-day.tsx'
import { LogTime } from './time/log-time.tsx'
import { RelativeTime } from './time/relative-time.tsx'
import { ForeignZone, When } from './time/when.tsx'

describe('displayed texts', () => {
  test('headers and JSON are shown unchanged, and JSON can be copied', async ({ page }) => {
    await page.show(
      <>
        <HeaderLines label="Request headers" headers={{ accept: 'application/json', retries: 2 }} />
        <HeaderLines label="Nothing" headers={{}} />
        <JsonView label="Payload" value={{ id: 1 }} />
      </>,
    )
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['application/json', '2'])
    expect(screen.queryByText('Nothing')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Copy: Payload' }))
    expect(await navigator.clipboard.readText()).toBe('{\n  "id": 1\n}')
  })

  test('changes show before and after, and only after for new values', async ({ page }) => {
    const { container } = await page.show(
      <MemberChanges
        changes={[
          { name: 'plate', title: 'Plate', before: '1-ABC', after: '1-XYZ' },
          { name: 'tags', before: null, after: ['ADR'] },
          { name: 'remark', before: 'x', after: '' },
        ]}
      />,
    )
    expect([...container.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual(['1-ABC', 'x'])
    expect([...container.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
      '1-XYZ',
      '["ADR"]',
      '—',
    ])
    expect(screen.getByText('Plate').getAttribute('title')).toBe('plate')
  })

  test('a status is a word as well as a colour', async ({ page }) => {
    const badge = { word: 'Held', tone: 'amber', icon: Info } as const
    await page.show(
      <>
        <StatusBadge badge={badge} />
        <Tag badge={{ ...badge, word: '3' }} title="3 orders are held" />
      </>,
    )
    expect(screen.getByText('Held')).toBeDefined()
    expect(screen.getByTitle('3 orders are held').textContent).toBe('3')
  })

  test('keys are shown as caps, together or one after the other, and not read out', async ({ page }) => {
    const { container } = await page.show(<Keys keys="g>o" />)
    expect([...container.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['G', 'O'])
    expect(container.querySelector('kbd')!.parentElement!.getAttribute('aria-hidden')).toBe('true')
  })

  test('a timeline is a named list with times at the side', async ({ page }) => {
    await page.show(
      <Steps label="Stops">
        <Step title="Antwerp" side="05:00" text="Loaded" isDone />
        <Step title="Ghent" isDone={false} isLast />
      </Steps>,
    )
    const items = within(screen.getByRole('list', { name: 'Stops' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Antwerp05:00Loaded', 'Ghent'])
  })
})

describe('times', () => {
  test('are in the time zone of the organisation, with the whole instant in the title', async ({ page }) => {
    await page.show(<When instant="2020-11-25T04:00:00Z" />)
    const time = screen.getByText(/25 Nov 2020 05:00/)
    expect(time.getAttribute('datetime')).toBe('2020-11-25T04:00:00Z')
    expect(time.title).toContain('Europe/Brussels')
  })

  test('in another time zone show this, and days have no time', async ({ page }) => {
    await page.show(
      <>
        <When instant="2020-11-25T04:00:00Z" zone="Europe/London" />
        <p>
          <When instant="2020-11-25T23:30:00Z" isDay />
        </p>
        <ForeignZone instant="2020-11-25T04:00:00Z" zone="Europe/Paris" />
      </>,
    )
    expect(screen.getByText(/25 Nov 2020 04:00/).textContent).toMatch(/GMT/)
    expect(screen.getByText('Thu 26 Nov 2020')).toBeDefined()
    expect(screen.queryByTitle('Europe/Paris')).toBeNull()
  })

  test('of orders are in local time, with the year if it differs, and a dash for none', async ({ page }) => {
    const thisYear = new Date().getUTCFullYear()
    await page.show(
      <>
        <OrderDay date="2020-11-25" time="05:00:00" />
        <OrderDay date={`${thisYear}-06-30`} time="17:30:00" />
        <p>
          <OrderDay date={null} />
        </p>
      </>,
    )
    expect(screen.getByText('05:00').closest('time')!.textContent).toBe('Wed 25 Nov 2020 05:00')
    expect(screen.getByText('17:30').closest('time')!.textContent).toMatch(/^[A-Z][a-z]{2} 30 Jun 17:30$/)
    expect(screen.getByText('—')).toBeDefined()
  })

  test('are also shown as a distance, a countdown, and to the second with UTC in the title for logs', async ({
    page,
  }) => {
    const inAWhile = new Date(Date.now() + 90 * 60_000).toISOString()
    const before = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
    const { container } = await page.show(
      <>
        <RelativeTime instant={before} />
        <Countdown until={inAWhile} />
        <Countdown until={before} />
        <LogTime instant="2026-11-25T05:00:12Z" />
      </>,
    )
    expect([...container.querySelectorAll('time')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^3/),
      expect.stringMatching(/^in 1/),
      'now',
      expect.stringMatching(/^25 Nov( 2026)? 06:00:12$/),
    ])
    expect(container.querySelector('time:last-of-type')!.getAttribute('title')).toBe(
      '2026-11-25 05:00:12 UTC (Europe/Brussels)',
    )
  })
})

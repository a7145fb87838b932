import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('a double-click on the save button', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  /** Opens and fills in a dialog, double-clicks its button, and counts the records with this name in the list. */
  async function createTwice(what: {
    path: string
    open: string
    fill: (name: string) => Promise<void>
    save: string
    list: string
  }): Promise<{ requests: number; records: number; name: string }> {
    const name = `Twice ${Date.now()}`
    await page.goto(`${baseUrl}${what.path}`)
    await page.getByRole('button', { name: what.open }).first().click()
    await page.getByRole('dialog').waitFor()
    await what.fill(name)
    const before = visit().watch.requests.length
    await page.getByRole('dialog').getByRole('button', { name: what.save }).dblclick()
    await expect.poll(() => namesOf(page, what.list, name)).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const posts = visit().watch.requests.slice(before)
    const requests = posts.filter((line) => line.startsWith('POST ')).length
    return { requests, records: await namesOf(page, what.list, name), name }
  }

  const fillName = (name: string) => page.getByRole('dialog').getByRole('textbox').first().fill(name)

  test('creates one company', async () => {
    const list = '/app/companies?limit=50&sort=name&q='
    const made = await createTwice({ path: '/companies', open: 'New company', fill: fillName, save: 'Create', list })
    expect(made).toMatchObject({ requests: 1, records: 1 })
  })

  test('creates one resource', async () => {
    const list = '/app/resources?limit=50&q='
    const made = await createTwice({ path: '/resources', open: 'New resource', fill: fillName, save: 'Create', list })
    expect(made).toMatchObject({ requests: 1, records: 1 })
  })

  test('creates one group', async () => {
    const list = '/app/resource-groups?limit=100&q='
    const made = await createTwice({
      path: '/resources/groups',
      open: 'New group',
      fill: fillName,
      save: 'Create',
      list,
    })
    expect(made).toMatchObject({ requests: 1, records: 1 })
  })

  test('creates one API client, whose secret is shown', async () => {
    const list = '/app/api-clients?q='
    const fill = async (name: string) => {
      await fillName(name)
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    }
    const made = await createTwice({
      path: '/settings/api-clients',
      open: 'New API client',
      fill,
      save: 'Create',
      list,
    })
    expect(made).toMatchObject({ requests: 1, records: 1 })
    await page.getByText(/I have (stored|saved) it/).waitFor()
  })
})

/** Number of records in a list with this name. */
async function namesOf(page: Page, list: string, name: string): Promise<number> {
  return await page.evaluate(
    async ([address, text]) => {
      const response = await fetch(address!)
      const { items } = (await response.json()) as { items: { name?: string }[] }
      return items.filter((one) => JSON.stringify(one).includes(text!)).length
    },
    [`${list}${encodeURIComponent(name)}`, name],
  )
}

import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, baseUrl, type Login, openPage, signIn, useVisit } from './browser.ts'
import { chooseForUser, choosePassword, goodPassword, invite, tryToSignIn } from './people.ts'

describe.skipIf(baseUrl === '')('people of the tenant', { timeout: 90_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(03|04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('an invalid address, and one in use, are reported at their field', async () => {
    await page.goto(`${baseUrl}/settings/users`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite user' })
    await dialog.getByLabel('Name').fill('Piet')
    await dialog.getByLabel('E-mail').fill('nonsense')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('is not an e-mail address').waitFor()
    await dialog.getByLabel('E-mail').fill(admin.email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('A user with the address').waitFor()
    expect(await dialog.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  })

  test('a link requires a long enough password, twice the same, and never sends an empty one', async () => {
    const link = await invite(page, newAddress('form'))
    await withOther(page, async (other) => {
      await other.goto(link)
      await other.getByRole('button', { name: 'Set password' }).click()
      await other.getByText('Choose a password.').waitFor()
      await other.keyboard.type('short')
      await other.getByLabel('Repeat password').fill('other')
      await other.keyboard.press('Enter')
      await other.getByText('Passwords do not match.').waitFor()
      await other.getByLabel('Repeat password').fill('short')
      await other.keyboard.press('Enter')
      await other.getByText('A password needs at least 12 characters.').waitFor()
    })
  })

  test('the last Super admin can neither give up the role nor be deactivated, and the screen explains why', async () => {
    await page.goto(`${baseUrl}/settings/users`)
    await chooseForUser(page, admin.email, 'Edit name and role…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This is the last Super admin who can sign in.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await chooseForUser(page, admin.email, 'Deactivate…')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('This is the last Super admin who can sign in.').first().waitFor()
  })

  test('a user with a new role sees its pages as soon as the old one is refused', async () => {
    const person = await newPerson(page, 'role')
    await giveRole(page, person, 'Super admin')
    await withOther(page, async (other) => {
      await signIn(other, person)
      await other.locator('nav a', { hasText: 'Settings' }).click()
      await other.getByRole('heading', { name: 'General' }).waitFor()
      await giveRole(page, person, 'Viewer')
      await other.getByRole('link', { name: 'Users and roles' }).click()
      await other.getByText("You don't have access").waitFor()
      await other.getByText('Your role: Viewer').waitFor()
      expect(await other.getByRole('link', { name: 'Users and roles' }).count()).toBe(0)
    })
  })

  test('a user who is deactivated while working is redirected to the login page and refused; once reactivated, the password works', async () => {
    const person = await newPerson(page, 'out')
    await withOther(page, async (other) => {
      await signIn(other, person)
      await other.locator('nav a[href="/orders"]').click()
      await other.getByRole('heading', { name: 'Orders' }).waitFor()
      await chooseForUser(page, person.email, 'Deactivate…')
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
      await page.getByText('Piet Invited deactivated').waitFor()
      await findEnded(other)
      await tryToSignIn(other, person)
      await other.getByText('Sign-in failed').waitFor()
      await chooseForUser(page, person.email, 'Reactivate')
      await page.getByText('Piet Invited reactivated').waitFor()
      await tryToSignIn(other, person)
      await isAtWork(other)
    })
  })

  test('a link to reset the password ends all sessions, and works once', async () => {
    const person = await newPerson(page, 'reset')
    await withOther(page, async (other) => {
      await signIn(other, person)
      await chooseForUser(page, person.email, 'Password reset link')
      const link = (await page.locator('[data-link]').textContent()) ?? ''
      await withOther(page, async (third) => {
        await choosePassword(third, link, 'another lorry of tulips')
        await third.getByText('All earlier sessions have ended.').waitFor()
        await third.goto(`${baseUrl}/login`)
        await third.goto(link)
        await third.getByText('This link does not work').waitFor()
      })
      await findEnded(other)
      await tryToSignIn(other, { ...person, password: 'another lorry of tulips' })
      await isAtWork(other)
    })
  })

  test('a user sees all own sessions, and ends one elsewhere', async () => {
    const person = await newPerson(page, 'sessions')
    await withOther(page, async (other) => {
      await signIn(other, person)
      await withOther(page, async (third) => {
        await signIn(third, person)
        await other.goto(`${baseUrl}/account`)
        await other.getByText('This session').waitFor()
        await other.getByRole('button', { name: /^End the session of/ }).click()
        await other.getByText('Session ended').waitFor()
        await findEnded(third)
      })
    })
  })
})

/**
 * Keeps working until the page reports that the session has ended; a background request may have revealed it before.
 */
async function findEnded(page: Page): Promise<void> {
  const ended = page.getByText('Your session has ended.')
  const link = page.locator('nav a', { hasText: 'Customers and carriers' })
  await ended.or(link).first().waitFor()
  if (!(await ended.isVisible())) await link.click({ timeout: 5_000 }).catch(() => undefined)
  await ended.waitFor()
}

/** Signed in again, on the page that was left, which depends on which request first revealed the ended session. */
async function isAtWork(page: Page): Promise<void> {
  await page.locator('nav a', { hasText: 'Customers and carriers' }).waitFor()
}

function newAddress(word: string): string {
  return `${word}-${Date.now()}@haulier.example`
}

/** A user who was invited as a Planner and has chosen a password. The user list is open afterwards. */
async function newPerson(page: Page, word: string): Promise<Login> {
  const person = { email: newAddress(word), password: goodPassword }
  const link = await invite(page, person.email)
  await withOther(page, (other) => choosePassword(other, link, person.password))
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('row', { name: new RegExp(person.email) })
    .getByText('Active')
    .waitFor()
  return person
}

/** Changes the role of a user on the list of users. */
async function giveRole(page: Page, { email }: Login, role: string): Promise<void> {
  await chooseForUser(page, email, 'Edit name and role…')
  const dialog = page.getByRole('dialog', { name: 'Edit' })
  await dialog.getByLabel('Role').click()
  await page.getByRole('option', { name: role }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByText(role)
    .waitFor()
}

/** Runs something in another user's browser window. */
async function withOther<Result>(page: Page, run: (other: Page) => Promise<Result>): Promise<Result> {
  const { context, page: other } = await openPage(page.context().browser()!)
  try {
    return await run(other)
  } finally {
    await context.close()
  }
}

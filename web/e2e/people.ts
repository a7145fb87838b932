import type { Page } from 'playwright-core'
import { baseUrl, type Login } from './browser.ts'

/** A password that meets the rules. */
export const goodPassword = 'a lorry full of tulips'

/** Invites a user on a page of a Super admin; returns the link, whose dialog stays open. */
export async function invite(page: Page, email: string): Promise<string> {
  await page.goto(`${baseUrl}/settings/users`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Name').fill('Piet Invited')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  return (await page.locator('[data-link]').textContent()) ?? ''
}

/** Sets a password through a link. */
export async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password set').waitFor()
}

/** Opens a user's menu and selects an entry. */
export async function chooseForUser(page: Page, email: string, deed: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('button', { name: 'More for' })
    .click()
  await page.getByRole('menuitem', { name: deed }).click()
}

/** Fills in and submits the login form. */
export async function tryToSignIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

import { paymentTermCodes } from '@cartage/contract/companies/company-output'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { textOfCode } from './code-labels.ts'
import { usePaymentTerm } from './payment-terms.ts'

function Terms() {
  const labelOf = usePaymentTerm()
  return paymentTermCodes.map((code) => (
    <p key={code} title={code}>
      {labelOf(code)}
    </p>
  ))
}

test('every payment term has a label; only these are labelled as their codes spell', async ({ page }) => {
  await page.show(<Terms />)
  const spelled = paymentTermCodes.filter((code) => screen.getByTitle(code).textContent === textOfCode(code))
  expect(spelled.toSorted()).toEqual(['CUSTOM_DUE_DATE', 'PREPAID', 'UPON_RECEIPT'])
})

import { expect, test } from 'vitest'
import { type EntryForm, emptyConsignment, emptyForm, emptyGood, emptyStop } from './form-model.ts'
import { mergeForms, typedTexts } from './merge-forms.ts'

const ghent = { id: null, name: 'Depot', address: 'Quay 1', postal_code: '9000', city: 'Ghent', country: 'BE' }
const order: EntryForm = {
  ...emptyForm(),
  reference: 'PO-1',
  consignments: [
    {
      ...emptyConsignment(),
      pickup: { ...emptyStop(), place: ghent, date: '2026-12-01' },
      goods: [{ ...emptyGood(), description: 'Paint', quantity: '3' }],
    },
  ],
}

const edit = (change: (form: EntryForm) => void): EntryForm => {
  const form = structuredClone(order)
  change(form)
  return form
}
const consignment = (form: EntryForm) => form.consignments[0]!

test('values changed by only one of two people are kept, also within one stop', () => {
  const mine = edit((form) => {
    form.reference = 'PO-2'
    consignment(form).pickup.window = '8-12'
  })
  const theirs = edit((form) => {
    form.instructions = 'Call first'
    consignment(form).pickup.date = '2026-12-02'
  })
  const { form, unkept } = mergeForms(order, mine, theirs)
  expect(unkept).toEqual([])
  expect(form).toMatchObject({ reference: 'PO-2', instructions: 'Call first' })
  expect(consignment(form).pickup).toMatchObject({ window: '8-12', date: '2026-12-02' })
})

test('a field changed by both has the other person’s value, and typed values are listed', () => {
  const lyon = { ...ghent, name: 'Shop', city: 'Lyon' }
  const mine = edit((form) => {
    form.reference = 'PO-2'
    consignment(form).pickup.place = lyon
  })
  const theirs = edit((form) => {
    form.reference = 'PO-3'
    consignment(form).pickup.place = { ...ghent, address: 'Quay 2' }
  })
  const { form, unkept } = mergeForms(order, mine, theirs)
  expect(form).toEqual(theirs)
  expect(unkept).toEqual([
    { field: 'reference', text: 'PO-2' },
    { field: 'consignments.0.pickup.place', text: 'Shop, Quay 1, Lyon' },
  ])
})

test('an added line stays unless the other person changed the lines, and lines are never mixed', () => {
  const mine = edit((form) => {
    consignment(form).goods.push({ ...emptyGood(), description: 'Thinner' })
  })
  const elsewhere = edit((form) => {
    form.reference = 'PO-3'
  })
  expect(consignment(mergeForms(order, mine, elsewhere).form).goods).toHaveLength(2)
  const theirs = edit((form) => {
    consignment(form).goods = []
  })
  const { form, unkept } = mergeForms(order, mine, theirs)
  expect(consignment(form).goods).toEqual([])
  expect(unkept).toEqual([{ field: 'consignments.0.goods.1.description', text: 'Thinner' }])
})

test('a stop visited meanwhile is not changed', () => {
  const mine = edit((form) => {
    consignment(form).pickup.date = '2026-12-05'
  })
  const theirs = edit((form) => {
    consignment(form).pickup.frozen = 'COMPLETED'
  })
  const { form, unkept } = mergeForms(order, mine, theirs)
  expect(form).toEqual(theirs)
  expect(unkept).toEqual([{ field: 'consignments.0.pickup.date', text: '2026-12-05' }])
})

test('typed values are listed field by field, also cleared ones', () => {
  const mine = edit((form) => {
    form.reference = ''
    consignment(form).goods[0]!.quantity = '4'
  })
  expect(typedTexts(order, mine)).toEqual([
    { field: 'reference', text: '–' },
    { field: 'consignments.0.goods.0.quantity', text: '4' },
  ])
})

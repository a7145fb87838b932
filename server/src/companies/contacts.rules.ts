import { isDeepStrictEqual } from 'node:util'
import type { CompanyContactInput, CompanyPartialInput } from '@cartage/contract/companies/company-input'
import type { ErrorItem } from '@cartage/contract/errors'
import { errorItem } from '../http/problem.ts'
import { phoneText } from './checks.rules.ts'

/** A person or department at a company. */
export interface Contact {
  contact_id: string
  /** Position among the contacts of the company, from 1. */
  position: number
  roles: string[]
  name: string | null
  note: string | null
  email: string | null
  phone_number: string | null
  is_archived: boolean
}

/**
 * COMP-2, COMP-3: an item without id adds a contact, one with id changes it, `is_archived` archives it. Missing
 * contacts stay, unless the list is complete: then they are archived, and an item without id that equals a contact is
 * that contact, so that a repeat changes nothing.
 */
export function decideContacts(
  before: readonly Contact[],
  sent: readonly CompanyContactInput[] | null | undefined,
  { isFullList, newId }: { isFullList: boolean; newId: () => string },
): { contacts: Contact[]; faults: ErrorItem[] } {
  const contacts = new Map(before.map((contact) => [contact.contact_id, contact]))
  if (!sent) return { contacts: [...contacts.values()], faults: [] }
  const faults: ErrorItem[] = []
  const named = new Set<string>()
  let position = Math.max(0, ...before.map((contact) => contact.position))
  const same = (contact: Contact) =>
    before.find((known) => !known.is_archived && !named.has(known.contact_id) && isSameContact(known, contact))
  for (const [index, item] of sent.entries()) {
    const known = item.id ? contacts.get(item.id) : undefined
    if (item.id && !known) {
      const message = 'This company has no contact with this id. Leave the id out to add a contact.'
      faults.push(errorItem(`contacts.${index}.id`, message, 'contact_unknown'))
      continue
    }
    const intended = withItem(known ?? { ...empty, contact_id: newId(), position: position + 1 }, item)
    const expected = known || !isFullList ? intended : (same(intended) ?? intended)
    if (expected.position > position) position += 1
    named.add(expected.contact_id)
    contacts.set(expected.contact_id, expected)
  }
  const kept = [...contacts.values()].map((contact) =>
    isFullList && !named.has(contact.contact_id) ? { ...contact, is_archived: true } : contact,
  )
  return { contacts: kept, faults }
}

const empty = { roles: [], name: null, note: null, email: null, phone_number: null, is_archived: false }

function withItem(contact: Contact, item: CompanyContactInput): Contact {
  return {
    ...contact,
    roles: item.roles === undefined ? contact.roles : [...new Set(item.roles ?? [])],
    name: item.name === undefined ? contact.name : item.name,
    note: item.note === undefined ? contact.note : item.note,
    email: item.email === undefined ? contact.email : item.email,
    phone_number: item.phone_number === undefined ? contact.phone_number : phoneText(item.phone_number),
    is_archived: item.is_archived ?? contact.is_archived,
  }
}

function isSameContact(one: Contact, other: Contact): boolean {
  const { contact_id: _id, position: _position, ...details } = one
  const { contact_id: _other, position: _place, ...intended } = other
  return isDeepStrictEqual(details, intended)
}

/** Meaning of a PATCH: contacts to add or change, and whether the company itself is archived or restored. */
export interface PartialMeaning {
  contacts: CompanyContactInput[] | null | undefined
  /** Undefined when the company is neither archived nor restored. */
  isArchived: boolean | undefined
  faults: ErrorItem[]
}

/**
 * COMP-4: reads `id` and `is_archived` at the top of a PATCH. The id is the contact's if the list has one item without
 * an id, or if there is no list; `is_archived` then applies to that contact. Without a contact's id, or with the id of
 * the company itself, `is_archived` applies to the company.
 */
export function readPartial(companyId: string, before: readonly Contact[], body: CompanyPartialInput): PartialMeaning {
  const { id, is_archived, contacts } = body
  if (!id || id === companyId) return { contacts, isArchived: is_archived ?? undefined, faults: [] }
  const archived = (item: CompanyContactInput) => ({ ...item, id, is_archived: item.is_archived ?? is_archived })
  const [first] = contacts ?? []
  const meaning = (items: CompanyContactInput[]) => ({ contacts: items, isArchived: undefined, faults: [] })
  if (contacts?.length === 1 && !first!.id && hasContact(before, id)) return meaning([archived(first!)])
  if (!contacts?.length && hasContact(before, id)) return meaning([archived({})])
  if (contacts?.some((item) => item.id === id)) {
    return meaning(contacts.map((item) => (item.id === id ? archived(item) : item)))
  }
  const message = 'This is neither the id of the company nor of the one contact in the request. Leave it out.'
  return { contacts, isArchived: undefined, faults: [errorItem('id', message, 'contact_unknown')] }
}

function hasContact(contacts: readonly Contact[], id: string): boolean {
  return contacts.some((contact) => contact.contact_id === id)
}

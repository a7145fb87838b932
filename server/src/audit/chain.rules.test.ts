import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginning,
  canonicalText,
  type Entry,
  faultInTrail,
  type Head,
  hashOf,
  type Link,
  linkEntries,
} from './chain.rules.ts'

const tenantId = '5f0f2f6e-8f5c-4f43-9d0a-6f3a1f0c2b11'
const at = '2026-03-01T10:00:00.123456Z'

const anyEntry: fc.Arbitrary<Entry> = fc.record({
  actor_kind: fc.constantFrom('client', 'user', 'webhook', 'operator', 'system'),
  actor_id: fc.option(fc.string({ maxLength: 20 })),
  action: fc.constantFrom('created', 'updated', 'archived'),
  entity_type: fc.constantFrom('company', 'resource'),
  entity_id: fc.uuid(),
  changes: fc
    .dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
    .map((changes) => JSON.stringify(changes)),
  request_id: fc.option(fc.uuid()),
})

/** A valid trail, and the head of its tenant. */
const anyTrail = fc.array(anyEntry, { minLength: 1, maxLength: 12 }).map((entries) => trailOf(entries))

function trailOf(entries: readonly Entry[]): { links: Link[]; head: Head } {
  const links = linkEntries({ tenantId, head: beginning, at }, entries)
  const { sequence, hash } = links.at(-1) ?? beginning
  return { links, head: { sequence, hash } }
}

/** A place in a trail, as a fraction of its length. */
const anyPlace = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const placeIn = (links: readonly Link[], share: number) => Math.floor(share * links.length)

function faultIn(links: readonly Link[], head: Head | undefined) {
  return faultInTrail(links, head, tenantId)
}

/** Possible edits of a record by someone with write access to the tables. */
// Edits of `erased_by` are detected by the entry that accounts for them (AUDIT-7).
type Edited = Exclude<keyof Link, 'erased_by'>
const edits: { [Member in Edited]: (link: Link) => Link[Member] } = {
  tenant_id: () => '00000000-0000-4000-8000-000000000000',
  sequence: (link) => link.sequence + 1,
  at: () => '2026-03-01T10:00:00.123457Z',
  actor_kind: (link) => (link.actor_kind === 'operator' ? 'system' : 'operator'),
  actor_id: (link) => (link.actor_id === null ? '' : null),
  action: (link) => `${link.action}!`,
  entity_type: (link) => `${link.entity_type}s`,
  entity_id: (link) => link.entity_id.replace(/./, (digit) => (digit === '0' ? '1' : '0')),
  changes: (link) => ` ${link.changes}`,
  request_id: (link) => (link.request_id === null ? '' : null),
  previous_hash: (link) => flipped(link.previous_hash),
  hash: (link) => flipped(link.hash),
}

function flipped(hash: string): string {
  return hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
}

describe('AUDIT-4: the chain of the audit trail', () => {
  test('an unmodified trail is valid, also when it was written in several calls', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyEntry, { maxLength: 4 }), { maxLength: 5 }), (calls) => {
        let head: Head = beginning
        const links: Link[] = []
        for (const entries of calls) {
          links.push(...linkEntries({ tenantId, head, at }, entries))
          head = links.at(-1) ?? beginning
        }
        expect(faultIn(links, head)).toBeUndefined()
        expect(links.map((link) => link.sequence)).toEqual(links.map((_, index) => index + 1))
      }),
    )
  })

  test('an edit of any member of any record is detected', () => {
    const anyMember = fc.constantFrom(...(Object.keys(edits) as Edited[]))
    fc.assert(
      fc.property(anyTrail, anyPlace, anyMember, ({ links, head }, share, member) => {
        const place = placeIn(links, share)
        const edited = links.with(place, { ...links[place]!, [member]: edits[member](links[place]!) })
        const fault = faultIn(edited, head)
        expect(fault).toBeDefined()
        expect(fault!.sequence).toBeLessThanOrEqual(place + 2)
        expect(fault!.sequence).toBeGreaterThan(0)
      }),
    )
  })

  test('an edit with a recomputed hash is detected at the next record or at the head', () => {
    fc.assert(
      fc.property(anyTrail, anyPlace, ({ links, head }, share) => {
        const place = placeIn(links, share)
        const forged = { ...links[place]!, action: 'deleted' }
        const edited = links.with(place, { ...forged, hash: hashOf(forged) })
        const isLast = place === links.length - 1
        expect(faultIn(edited, head)).toMatchObject({ sequence: isLast ? place + 1 : place + 2, reason: 'unlinked' })
      }),
    )
  })

  test('removing any record, or several in a row, is detected', () => {
    fc.assert(
      fc.property(anyTrail, anyPlace, fc.integer({ min: 1, max: 3 }), ({ links, head }, share, count) => {
        const place = placeIn(links, share)
        const left = links.toSpliced(place, count)
        expect(faultIn(left, head)).toMatchObject({ sequence: place + 1, reason: 'missing' })
      }),
    )
  })

  test('removing a record and renumbering the rest is detected', () => {
    fc.assert(
      fc.property(anyTrail, anyPlace, ({ links, head }, share) => {
        const place = placeIn(links, share)
        const left = links.toSpliced(place, 1).map((link, index) => ({ ...link, sequence: index + 1 }))
        expect(faultIn(left, head)).toBeDefined()
      }),
    )
  })

  test('swapping two records is detected', () => {
    fc.assert(
      fc.property(anyTrail, anyPlace, anyPlace, ({ links, head }, one, other) => {
        const [first, second] = [placeIn(links, one), placeIn(links, other)]
        fc.pre(first !== second)
        const swapped = links.with(first, links[second]!).with(second, links[first]!)
        expect(faultIn(swapped, head)).toBeDefined()
        const renumbered = swapped.map((link, index) => ({ ...link, sequence: index + 1 }))
        expect(faultIn(renumbered, head)).toBeDefined()
      }),
    )
  })

  test('inserting a record is detected, at any position and however well it is forged', () => {
    fc.assert(
      fc.property(anyTrail, anyEntry, fc.nat(), ({ links, head }, entry, where) => {
        const place = where % (links.length + 1)
        const before = links[place - 1] ?? beginning
        const [forged] = linkEntries({ tenantId, head: before, at }, [entry])
        expect(faultIn(links.toSpliced(place, 0, forged!), head)).toBeDefined()
        const after = links.slice(place).map((link) => ({ ...link, sequence: link.sequence + 1 }))
        expect(faultIn([...links.slice(0, place), forged!, ...after], head)).toBeDefined()
        expect(faultIn([{ ...forged!, sequence: 0 }, ...links], head)).toMatchObject({ sequence: 0 })
      }),
    )
  })

  test('a head that was moved back, changed or removed is detected', () => {
    fc.assert(
      fc.property(anyTrail, ({ links, head }) => {
        expect(faultIn(links, { ...head, hash: flipped(head.hash) })).toMatchObject({ reason: 'unlinked' })
        expect(faultIn(links, { ...head, sequence: head.sequence + 1 })).toMatchObject({ reason: 'missing' })
        expect(faultIn(links, { ...head, sequence: head.sequence - 1 })).toMatchObject({ reason: 'unexpected' })
        expect(faultIn(links, undefined)).toMatchObject({ sequence: 1, reason: 'unexpected' })
      }),
    )
  })

  test('two different records have different texts', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, (one, other) => {
        const [first] = linkEntries({ tenantId, head: beginning, at }, [one])
        const [second] = linkEntries({ tenantId, head: beginning, at }, [other])
        const isSame = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
        expect(canonicalText(first!) === canonicalText(second!)).toBe(isSame)
      }),
    )
  })

  test('the hash is the SHA-256 of the text specified in the decision', () => {
    const entry: Entry = {
      actor_kind: 'operator',
      actor_id: null,
      action: 'created',
      entity_type: 'company',
      entity_id: 'a',
      changes: '{"name":{"after":"Jansen","before":null}}',
      request_id: null,
    }
    const [link] = linkEntries({ tenantId, head: beginning, at }, [entry])
    expect(canonicalText(link!)).toBe(
      `["${tenantId}",1,"${at}","operator",null,"created","company","a",` +
        `"{\\"name\\":{\\"after\\":\\"Jansen\\",\\"before\\":null}}",null,"${'0'.repeat(64)}"]`,
    )
    expect(link!.hash).toBe('654cd4a82b64ac603f51cde27b1f1faa1ae6b8209164eac03549635cea5fd614')
  })
})

import type { Setting } from '@cartage/contract/tenants/app/settings'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entriesQuery } from '../settings/reference.queries.ts'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import type { Choice } from '../ui/form/select.tsx'
import { priceIndexesQuery } from './indexes/queries.ts'
import { recordsQuery } from './queries.ts'
import type { Voice } from './sentences.ts'

/** What a charge type is called in a language; the English name where there is none. */
function nameIn({ values }: Setting, language: string): string {
  const own = values[`name_${language.slice(0, 2)}`]
  return typeof own === 'string' && own !== '' ? own : String(values.name ?? values.code)
}

/** How sentences about lines of a card in this currency are said. */
export function useVoice(currency: string): Voice {
  const language = useReaderLanguage()
  const { i18n } = useLingui()
  const types = useQuery(entriesQuery('charge_types')).data?.items
  return useMemo(() => {
    const names = new Map(types?.map((one) => [String(one.values.code), nameIn(one, i18n.locale)]))
    return { language, currency, typeName: (code) => names.get(code) ?? code }
  }, [language, currency, types, i18n.locale])
}

/** Charge types of one side, to be chosen. */
export function useChargeTypes(side: 'SALES' | 'COST' | null): Choice[] {
  const { i18n } = useLingui()
  const types = useQuery(entriesQuery('charge_types')).data?.items ?? []
  return types
    .filter(({ is_archived, values }) => {
      const sides = Array.isArray(values.sides) ? values.sides : []
      return !is_archived && (side === null || sides.includes(side))
    })
    .map((one) => ({ value: String(one.values.code), label: nameIn(one, i18n.locale) }))
}

/** Tariff tables and indexes, to be chosen. */
export function useNamedRecords(): { tables: Choice[]; indexes: Choice[] } {
  const tables = useQuery(recordsQuery('TARIFF_TABLE')).data?.items ?? []
  const indexes = useQuery(priceIndexesQuery).data?.items ?? []
  const choice = ({ code, name }: { code: string; name: string }) => ({ value: code, label: `${code} · ${name}` })
  return { tables: tables.map(choice), indexes: indexes.map(choice) }
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companyQuery } from './queries.ts'

/** The name of a company; until it is known, the fallback. */
export function CompanyName({ companyId, fallback }: { companyId: string; fallback: ReactNode }) {
  return useQuery(companyQuery(companyId)).data?.company.name ?? fallback
}

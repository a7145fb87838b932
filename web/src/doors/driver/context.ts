import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { createContext, useContext } from 'react'
import type { DriverModel } from './model.ts'
import type { Texts } from './texts.ts'

/** Context shared by all components of the page. */
export interface DriverPage {
  model: DriverModel
  texts: Texts
  language: DoorLanguage
}

export const DriverContext = createContext<DriverPage | undefined>(undefined)

/**
 * Model and texts of the page.
 * @throws Error outside of it
 */
export function useDriver(): DriverPage {
  const page = useContext(DriverContext)
  if (!page) throw new Error('a part of the page of drivers is drawn outside of it')
  return page
}

import type { Measured, Plan } from './measures.ts'
import { reading, wholePath } from './measures.ts'
import { median } from './processes.ts'
import type { World } from './world.ts'

/** Effect of the number of stored orders. */
export interface Growth {
  small: number
  large: number
  /** Rate of the whole path with the large table divided by that with the small one. */
  path_ratio: number
  read_ratio: number
}

const small = 10_000

/** Compares 10^4 stored orders with `plan.rows`: both databases are on one PostgreSQL and measured alternately. */
export async function growth(world: World, plan: Plan): Promise<Growth> {
  const few = await world.branch('few', small)
  const many = await world.branch('many', plan.rows)
  try {
    const paths: number[] = []
    const reads: number[] = []
    for (let round = 0; round < plan.rounds; round += 1) {
      const one = { ...plan, rounds: 1, warmSeconds: round === 0 ? plan.warmSeconds : 0 }
      paths.push(ratio(await wholePath(many, one), await wholePath(few, one)))
      reads.push(ratio(await reading(many, one), await reading(few, one)))
    }
    return { small, large: plan.rows, path_ratio: median(paths), read_ratio: median(reads) }
  } finally {
    await few.stop()
    await many.stop()
  }
}

function ratio(many: Measured, few: Measured): number {
  return many.rate / few.rate
}

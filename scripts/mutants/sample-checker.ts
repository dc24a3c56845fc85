import { type Checker, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core'
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'

/** Leaves out all but every n-th mutant, in the order of the files. */
class SampleChecker implements Checker {
  static inject = tokens(commonTokens.options)
  readonly #every: number

  constructor(options: StrykerOptions) {
    this.#every = Number(options.sampleEvery)
  }

  init() {
    return Promise.resolve()
  }

  check(mutants: Mutant[]) {
    const results = mutants.map(({ id }) => [id, this.#check(Number(id))] as const)
    return Promise.resolve(Object.fromEntries(results))
  }

  #check(id: number) {
    return id % this.#every === 0
      ? ({ status: CheckStatus.Passed } as const)
      : ({ status: CheckStatus.CompileError, reason: 'not in the sample' } as const)
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)]

import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts the files with these names first, in this order, so that none runs alone at the end. */
export const longestFirst = (names: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const place = names.indexOf(path.basename(moduleId, ".test.ts"));
        return place === -1 ? names.length : place;
      };
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    }
  };

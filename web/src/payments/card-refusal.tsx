import { Notice } from '../ui/notice';
import type { CardProblem } from './use-card-problem';

/** Why a card is not taken, in its place. */
export function CardRefusal({ problem }: { readonly problem: CardProblem | null }) {
  if (problem === null) return null;
  const { title, text } = problem;
  return (
    <Notice tone="danger" icon="alert" role="alert" title={title}>
      {text}
    </Notice>
  );
}

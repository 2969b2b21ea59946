import { Notice } from '../ui/notice';
import type { CardProblem } from './use-card-problem';

/** Why a card is not taken, in its place. */
export function CardRefusal({ problem: { title, text } }: { readonly problem: CardProblem }) {
  return (
    <Notice tone="danger" icon="alert" role="alert" title={title}>
      {text}
    </Notice>
  );
}

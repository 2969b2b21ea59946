import { useTranslation } from 'react-i18next';
import { brandName } from '@kernel/money/cards';
import { CardEntryError } from './card-entry-handle';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';

export interface CardProblem {
  readonly title: string;
  readonly text?: string;
  /** The card itself is refused: only another one helps. */
  readonly isFinal: boolean;
  /** Verified senders may use it. */
  readonly wantsVerification?: boolean;
}

const USED_ELSEWHERE = 'card_used_elsewhere';

/** Refusals of a card that entering the same one again does not change. */
const FINAL_CODES: readonly string[] = ['card_not_debit', 'card_expired', USED_ELSEWHERE];

/** Refusals of the card: nothing was recorded, and another card may be taken. */
const CARD_CODES: readonly string[] = [
  ...FINAL_CODES,
  'card_not_found',
  'card_declined',
  'too_many_declines',
];

export function isCardRefusal(error: unknown): boolean {
  return error instanceof ApiError && CARD_CODES.includes(error.code);
}

/** The problem with a card, as its sender reads it; null when nothing is, or when the fields say it. */
export function useCardProblem(): (error: unknown) => CardProblem | null {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (error) => {
    if (error === undefined) return null;
    if (error instanceof CardEntryError) {
      const title = error.kind === 'unavailable' ? t('cards.entry.unavailable') : error.shown;
      return title === undefined ? null : { title, isFinal: false };
    }
    const title = problemText(error);
    if (!(error instanceof ApiError)) return { title, isFinal: false };
    const isFinal = FINAL_CODES.includes(error.code);
    if (error.code === USED_ELSEWHERE) return { title, isFinal, wantsVerification: true };
    const { brand, last4, funding } = error.params;
    if (error.code !== 'card_not_debit' || typeof brand !== 'string') return { title, isFinal };
    return {
      title,
      isFinal,
      text: t(`cards.refused.${String(funding)}`, { brand: brandName(brand), last4 }),
    };
  };
}

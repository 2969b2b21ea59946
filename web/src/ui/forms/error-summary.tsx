import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../feedback/notice';

export interface SummaryItem {
  /** Id of the control that the line links to. */
  readonly fieldId: string;
  readonly message: string;
  readonly focus: () => void;
  /** The field has been corrected since: its line is struck through. */
  readonly solved: boolean;
}

interface ErrorSummaryProps {
  readonly items: readonly SummaryItem[];
  /** Incremented by every failed submit, so that the focus returns here. */
  readonly attempt: number;
}

/** The errors of a failed submit above the form: each line links to its field. */
export function ErrorSummary({ items, attempt }: ErrorSummaryProps) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <SummaryBox title={t('common.attention', { count: items.length })} attempt={attempt}>
      <ul>
        {items.map((item) => (
          <li key={item.fieldId}>
            <a
              href={`#${item.fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                item.focus();
              }}
            >
              {item.solved ? <s>{item.message}</s> : item.message}
            </a>
          </li>
        ))}
      </ul>
    </SummaryBox>
  );
}

interface SummaryBoxProps {
  readonly title: ReactNode;
  readonly attempt: number;
  /** A toast announces it already. */
  readonly silent?: boolean;
  readonly children?: ReactNode;
}

/** A red alert that takes the focus after each failed attempt: that reads it once, regardless of later changes in it. */
export function SummaryBox({ title, attempt, silent = false, children }: SummaryBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [attempt]);
  return (
    <Notice
      tone="danger"
      icon="alert"
      role={silent ? 'note' : 'alert'}
      aria-live="off"
      title={title}
      tabIndex={-1}
      ref={box}
    >
      {children}
    </Notice>
  );
}

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

/** The errors of a failed submit above the form: each line links to its field; it stays in its place until the next submit. */
export function ErrorSummary({ items, attempt }: ErrorSummaryProps) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  const open = items.filter(({ solved }) => !solved).length;
  return (
    <SummaryBox
      tone={open > 0 ? 'danger' : 'success'}
      title={open > 0 ? t('common.attention', { count: open }) : t('common.corrected')}
      attempt={attempt}
    >
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
  /** `success` once all is corrected. */
  readonly tone?: 'danger' | 'success';
  /** A toast announces it already. */
  readonly silent?: boolean;
  readonly children?: ReactNode;
}

/** An alert that takes the focus after each failed attempt: that reads it once, regardless of later changes in it. */
export function SummaryBox({ title, attempt, tone = 'danger', silent = false, children }: SummaryBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [attempt]);
  return (
    <Notice
      tone={tone}
      icon={tone === 'danger' ? 'alert' : 'check'}
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

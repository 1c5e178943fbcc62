"""Moments: an order without ties (R18)."""

from minecart_robbery.engine.clock import Moment


def test_in_one_millisecond_ids_give_the_order_and_edits_come_after_messages():
    first, second = Moment(5, snowflake=1), Moment(5, snowflake=2)
    edit = Moment(5, is_edit=True, snowflake=1)
    assert sorted([edit, second, first]) == [first, second, edit]


def test_the_end_of_a_millisecond_comes_after_all_that_was_received_in_it():
    last = Moment(5, is_edit=True, snowflake=2**63 - 2)
    assert last < Moment.end_of(5) < Moment(6)
